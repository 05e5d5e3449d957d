/** What the edge renderer is bound to; web/wrangler.toml names the same. Structural, so that it needs no Worker types. */
export type EdgeEnv = {
  API: { fetch(request: Request): Promise<Response> }
  ASSETS?: { fetch(request: Request): Promise<Response> }
  CACHE?: { get(key: string): Promise<string | null> }
  /** Set where the local simulator would gzip a streamed page and hold it back until its end. */
  UNCOMPRESSED_STREAMS?: string
  /** Origins, parted by spaces, that play Stripe on this machine; never set in production. */
  STRIPE_HOSTS?: string
}

/** Work that may go on after the answer. */
export type Defer = (work: Promise<unknown>) => void
