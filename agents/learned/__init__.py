"""Networks: checkpoints, the masked policy, the agent that plays one."""
