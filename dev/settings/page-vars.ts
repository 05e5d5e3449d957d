/** The settings of the pages' edge on this machine, from the Worker's settings. Deployed pages have none of them. */
export function pageVars({ STRIPE_JS_URL }: Record<string, string>): Record<string, string> {
  return {
    UNCOMPRESSED_STREAMS: 'true',
    ...(STRIPE_JS_URL && { STRIPE_HOSTS: new URL(STRIPE_JS_URL).origin }),
  }
}
