import parsePrometheusTextFormat from 'parse-prometheus-text-format';

/** The samples of a scrape by `name{label=value,…}`, read by an independent parser. */
export function readSamples(exposition: string): Readonly<Record<string, number>> {
  const samples = parsePrometheusTextFormat(exposition).flatMap(({ name, metrics }) =>
    metrics.map(({ labels = {}, value }): [string, number] => {
      const set = Object.entries(labels).map(([label, text]) => `${label}=${text}`);
      return [set.length === 0 ? name : `${name}{${set.join(',')}}`, Number(value)];
    }),
  );
  return Object.fromEntries(samples);
}
