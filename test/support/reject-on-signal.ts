// Loaded before a process under test (`--import`): a defect that nobody handles, when the test wants it.
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('a planted defect'));
});
process.on('SIGCONT', () => {
  throw new Error('a planted defect');
});
