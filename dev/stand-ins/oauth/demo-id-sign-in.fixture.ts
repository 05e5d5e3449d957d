import { demoId } from '../services/data/demo-id.ts'
import { AtProvider } from './at-provider.ts'

/** A browser and our Worker at the Demo ID of this origin, which does nothing apart from the standards. */
export const atDemoId = (origin: string, client_auth: 'basic' | 'form' = 'basic') =>
  new AtProvider(`${origin}/${demoId.module_name}`, { ...demoId, client_auth })

/** Asks Demo ID, or another provider at this address, whose token it is. */
export const askUserinfo = (address: string, token: string) =>
  fetch(address, { headers: { authorization: `Bearer ${token}` } })
