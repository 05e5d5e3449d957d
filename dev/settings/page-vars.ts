/** What the pages' edge is told on this machine; `vars` are the Worker's. Deployed pages have none of it. */
export function pageVars({ STRIPE_JS_URL }: Record<string, string>): Record<string, string> {
  return {
    UNCOMPRESSED_STREAMS: 'true',
    ...(STRIPE_JS_URL && { STRIPE_HOSTS: new URL(STRIPE_JS_URL).origin }),
  }
}
