import { rolldown } from 'rolldown';

/** The script at `entry` and all that it imports, as one module for a browser. Rejects with what does not fit together. */
export async function bundleClient(entry: string): Promise<string> {
  try {
    await using build = await rolldown({
      input: entry,
      platform: 'browser',
      transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
      // Said by the packages' own sources; nothing that whoever runs the sandbox could mend.
      logLevel: 'silent',
    });
    const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
    return output[0].code;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The sandbox's page could not be bundled: ${reason}`, { cause });
  }
}
