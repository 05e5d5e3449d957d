import { client } from '../data/demo-client.ts'
import type { ServicesContext } from '../data/services-state.ts'

const PATIENCE = 2000

/** Tells the product that an account has something new, so that it polls now. Lost hints cost only the next poll. */
export async function tellProduct(ctx: ServicesContext, service: string, accountId: string): Promise<void> {
  if (ctx.product === null) return
  const answer = await fetch(`${ctx.product}/v1/notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'IFTTT-Service-Key': client.serviceKeyFor(service) },
    body: JSON.stringify({ data: [{ user_id: accountId }] }),
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null)
  await answer?.body?.cancel()
  ctx.told.push({ at: ctx.now(), service, accountId, status: answer?.status ?? null })
}
