"""What enters the sandbox: a runner of cells and the form in which data crosses, nothing else."""
