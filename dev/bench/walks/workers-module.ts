/** Stands in for workerd's module `cloudflare:workers`, as far as the Workers use it. */
export const env = {}

export class DurableObject {
  protected readonly ctx: unknown
  protected readonly env: unknown

  constructor(ctx: unknown, bindings: unknown) {
    this.ctx = ctx
    this.env = bindings
  }
}

export const WorkerEntrypoint = DurableObject

export function waitUntil(): void {}
