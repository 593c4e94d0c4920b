/** In a worker process: does each job that its parent sends, one after the other, and sends the result back. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  process.on('message', async (job: Job) => {
    // What goes wrong is the parent's to report; it stands in for the result.
    const result = await work(job).then(
      (done) => ({ done }),
      (error: unknown) => ({
        failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
    process.send?.(result);
  });
}
