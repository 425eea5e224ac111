// How batches are sealed, for the service that works them off and the commands that erase people from them.

export const batchSealPurpose = 'batch';
