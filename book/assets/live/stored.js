// An object that this browser keeps under a name; it may keep nothing, or have no room left.
export function read(place) {
  try {
    return JSON.parse(localStorage.getItem(place)) || {};
  } catch {
    return {};
  }
}

// Returns whether it is kept; an empty one leaves nothing behind.
export function write(place, things) {
  try {
    if (Object.keys(things).length) localStorage.setItem(place, JSON.stringify(things));
    else localStorage.removeItem(place);
    return localStorage instanceof Storage;
  } catch {
    return false;
  }
}
