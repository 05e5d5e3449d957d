/** Whether a setting is still one of the examples of wrangler.toml: an address at `.example`, or an app that is not there. */
export function isExample(setting: unknown): boolean {
  return /\.example(?![\w.-])|id0000000000|=example\./.test(String(setting))
}
