import { type OutputOptions, type RolldownOptions, rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import config from '../../rolldown.config.ts';

test('nothing of a package stands in a file of ours, nor the other way round: the log goes by the path', async () => {
  const options = config as RolldownOptions;
  await using build = await rolldown(options);
  const { output } = await build.generate(options.output as OutputOptions);
  const chunks = output.filter((file) => file.type === 'chunk');
  expect(chunks.map(({ fileName }) => fileName)).toEqual(
    expect.arrayContaining(['main.js', 'doctor.js', 'status.js', 'healthcheck.js']),
  );
  for (const { fileName, moduleIds } of chunks) {
    const ofPackages = moduleIds.filter((id) => id.includes('/node_modules/'));
    const ours = moduleIds.filter((id) => /\/src\//.test(id) && !id.includes('/node_modules/'));
    expect([fileName, fileName.startsWith('node_modules/') ? ours : ofPackages]).toEqual([fileName, []]);
  }
});
