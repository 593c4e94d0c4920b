declare module 'parse-prometheus-text-format' {
  /** What we read of it. */
  interface Family {
    readonly name: string;
    readonly metrics: readonly {
      readonly labels?: Readonly<Record<string, string>>;
      /** Absent of histograms. */
      readonly value?: string;
    }[];
  }
  function parsePrometheusTextFormat(text: string): readonly Family[];
  export = parsePrometheusTextFormat;
}
