"""The command line: from the functions of verbs to click, the terminal, and nothing else."""
