import type { RunnerCtx } from '../../../system/context/context.ts'
import { ERRORS } from '../../../contract/errors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { receiveEvent } from '../../hooks/receive-event.ts'
import type { StepIo } from '../../steps/service-steps.ts'

const HOOK_PATH = /^\/hooks\/([^/]+)$/

/**
 * The guarded fetch of steps, where a request to one of our own hooks goes from Runner to Runner with its hops counted:
 * an Applet that starts itself ends. No other address of ours can be called.
 */
export function withOwnHooks(ctx: RunnerCtx, outbound: StepIo['fetch'], hops: number): StepIo['fetch'] {
  return async (address, init = {}) => {
    const key = init.method === 'POST' ? ownKey(ctx, address) : null
    if (key === null) return outbound(address, init)
    const query = new URL(address).searchParams
    const body = await new Response(init.body).arrayBuffer()
    const request = { query, headers: new Headers(init.headers), body, hops: hops + 1 }
    try {
      return {
        ok: true,
        value: Response.json(await receiveEvent(ctx, {}, { key, event: null }, request), { status: 202 }),
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ok: true, value: new Response(error.message, { status: ERRORS[error.code][0] }) }
    }
  }
}

/** The key in the address of one of our hooks; null for any other address. */
function ownKey({ settings }: RunnerCtx, address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  return origin === settings.SITE_ORIGIN ? (HOOK_PATH.exec(pathname)?.[1] ?? null) : null
}
