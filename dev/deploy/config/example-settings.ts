/** Whether a setting is still one of the examples of wrangler.toml: an address at `.example`. */
export function isExample(setting: unknown): boolean {
  return /\.example(?![\w.-])/.test(String(setting))
}
