import { onTestFinished } from 'vitest'
import { atDemoService, callApi } from './at-demo-service.ts'
import { startServices } from './start-services.ts'

type Who = 'ada' | 'work'

/** Starts a stand-in and calls one service with a token from a consent. `now` moves its clock. */
export async function connectedService(
  service: string,
  options: { who?: Who; scope?: string; now?: () => number } = {},
) {
  const services = await startServices({ port: 0, ...(options.now && { now: options.now }) })
  onTestFinished(() => services.close())
  const endpoints = services.catalog.find((each) => each.module_name === service)
  if (!endpoints) throw new Error(`no ${service}`)
  const open = async (who: Who, scope?: string) => {
    const change = scope === undefined ? {} : { scope }
    const { access_token } = await atDemoService(services.origin, service).signIn(`${service}-${who}`, change)
    return async (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) => {
      const answer = await callApi(endpoints.api_base_url + path, access_token, { method, json, headers })
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    }
  }
  return { services, control: services.control, endpoints, open, call: await open(options.who ?? 'ada', options.scope) }
}
