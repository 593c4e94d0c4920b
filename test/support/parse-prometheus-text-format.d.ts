declare module 'parse-prometheus-text-format' {
  /** The parts that we read. */
  interface Family {
    readonly name: string;
    readonly metrics: readonly {
      readonly labels?: Readonly<Record<string, string>>;
      /** Absent for histograms. */
      readonly value?: string;
    }[];
  }
  function parsePrometheusTextFormat(text: string): readonly Family[];
  export = parsePrometheusTextFormat;
}
