import { AtProvider } from '../oauth/at-provider.ts'
import { standInServices } from './data/services.ts'

/** A browser and our Worker at a demo service of this origin. Throws if there is none of this name. */
export function atDemoService(
  origin: string,
  module_name: string,
  client_auth: 'basic' | 'form' = 'basic',
): AtProvider {
  const settings = standInServices.find((each) => each.module_name === module_name)
  if (!settings) throw new Error(`The stand-in has no service ${module_name}.`)
  return new AtProvider(`${origin}/${module_name}`, { ...settings, client_auth })
}

type Call = { method?: string; json?: unknown; headers?: Record<string, string> }

export function callApi(
  address: string,
  token: string,
  { method = 'GET', json, headers }: Call = {},
): Promise<Response> {
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const sent = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }
  return fetch(address, { method, headers: sent, ...body })
}
