import { Stripe } from 'stripe'
import { createEmulator, type EmulatorOptions } from '../emulator/emulator.ts'

/** A fresh emulator with the official SDK, without a socket. The clock stands still until moved. */
export function emulatorFixture(options: Partial<EmulatorOptions> = {}) {
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const emulator = createEmulator({ now: () => clock.now, ...options })
  const client = (key: string) =>
    new Stripe(key, {
      httpClient: Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) =>
        emulator.fetch(new Request(url, init)),
      ),
      maxNetworkRetries: 0,
      telemetry: false,
    })
  return { emulator, clock, client, stripe: client('sk_test_switchyard'), browser: client('pk_test_switchyard') }
}

/** A raw call, for input that the SDK's types do not allow. */
export async function post(
  emulator: { fetch(request: Request): Promise<Response> },
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const answer = await emulator.fetch(
    new Request(`https://api.stripe.com${path}`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer sk_test_switchyard', ...headers },
    }),
  )
  return { status: answer.status, body: JSON.parse(await answer.text()), headers: answer.headers }
}
