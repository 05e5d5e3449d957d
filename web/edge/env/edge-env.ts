/** The edge renderer's bindings, as in web/wrangler.toml. Structural types, so that no Worker types are needed. */
export type EdgeEnv = {
  /** The request's id (web/edge/api/request-ids.ts). */
  request_id?: string
  /** Goes on with work after the response. */
  defer?: Defer
  API: { fetch(request: Request): Promise<Response> }
  /** The files of the build; Vite serves them in development. */
  ASSETS?: { fetch(request: Request): Promise<Response> }
  CACHE?: { get(key: string): Promise<string | null> }
  /** Only on a developer's machine: how far the product's clock is moved, in ms (dev/start/clock/). */
  CLOCK?: { offset(): Promise<number> }
  /** Set locally, because the simulator would gzip a streamed page and buffer it to its end. */
  UNCOMPRESSED_STREAMS?: string
  /** Space-separated origins of the local Stripe stand-in; never set in production. */
  STRIPE_HOSTS?: string
}

/** Schedules work that may continue after the response. */
export type Defer = (work: Promise<unknown>) => void
