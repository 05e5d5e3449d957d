import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { api } from '../../app/api.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { connectRunners } from '../../app/runner/make-runner-ctx.ts'
import type { HookReceipt } from '../../contract/runs/applet-run.ts'
import { anApplet } from '../../testing/rows.ts'

type Sent = { method?: string; body?: BodyInit; headers?: Record<string, string>; bindings?: typeof env }

/** Sends as another machine does: no cookie, no token, none of our headers. */
export async function send(url: string | null, { method = 'POST', body, headers = {}, bindings = env }: Sent = {}) {
  const context = createExecutionContext()
  const request = new Request(url ?? 'http://localhost:8788/', { method, headers, ...(body !== undefined && { body }) })
  const response = await api.fetch(request, bindings, context)
  await waitOnExecutionContext(context)
  return response
}

/** A user with an enabled Applet from a webhook to a notification, which their Runner knows. */
export async function aHook(fields: Record<string, string> = { message: 'Rang' }) {
  const world = await anAppletFixture()
  const { hook, notify } = world.steps
  const applet = await anApplet(world.db, world.author, [{ step: hook }, { step: notify, fields }])
  const { hook_url } = (await enableApplet(world.ctx, { id: applet.id })).applet
  await world.base.settled()
  return { world, applet, hook_url: hook_url ?? '', key: hook_url?.split('/').at(-1) ?? '' }
}

/** Sends an event and returns its receipt. */
export async function receiptOf(sent: Promise<Response>): Promise<string> {
  const response = await sent
  if (response.status !== 202) throw new Error(`The event was answered ${response.status}: ${await response.text()}`)
  return (await response.json<{ receipt: string }>()).receipt
}

export async function fateOf(hook_url: string, receipt: string): Promise<HookReceipt> {
  const response = await send(`${hook_url}/receipts/${receipt}`, { method: 'GET' })
  if (response.status !== 200) throw new Error(`The receipt was answered ${response.status}.`)
  return response.json()
}

/** The bindings with Runners that cannot be reached. */
export function withoutRunner(): typeof env {
  return withRunners(() => Promise.reject(new Error('The Runner is away.')))
}

/** The bindings with Runners that do what they are asked, while the network loses their answers. */
export function withLostAnswers(): typeof env {
  return withRunners(async (ask) => {
    await ask()
    throw new Error('The answer was lost.')
  })
}

function withRunners(through: (ask: () => Promise<unknown>) => Promise<unknown>): typeof env {
  const get = (id: DurableObjectId) => {
    const runner = connectRunners(env.RUNNER).get(id.toString())
    return new Proxy(runner, {
      get: (of, name) => (event: unknown) => through(() => Reflect.apply(Reflect.get(of, name), of, [event])),
    })
  }
  return {
    ...env,
    RUNNER: asNamespace({
      idFromString: (id: string) => env.RUNNER.idFromString(id),
      newUniqueId: () => env.RUNNER.newUniqueId(),
      get,
    }),
  }
}

/** The namespace is a class with private members, hence the cast. */
function asNamespace(part: object): DurableObjectNamespace {
  return part as DurableObjectNamespace
}
