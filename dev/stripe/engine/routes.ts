import type { Includable } from '../http/expand.ts'
import type { Api } from '../http/route.ts'

/** Subscriptions, invoices, payments, test clocks: each file of this folder adds its own. */
export function engineRoutes(_api: Api): void {}

export const engineIncludable: Includable = {}
