// Loaded before a process under test (`--import`): throws an unhandled defect when the test asks for it.
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('a planted defect'));
});
process.on('SIGCONT', () => {
  throw new Error('a planted defect');
});
