import { onTestFinished } from 'vitest'
import { guardedOutcome } from '../../../worker/outbound/guarded-outcome.ts'
import { findService } from '../../../worker/services/operator/known-services.ts'
import { startServices } from '../../services/start-services.ts'

/** Starts the doubles for one test: a service as the Runner runs it, where its double is, and the guarded fetch. */
export async function openDouble(module_name: string, now: () => number) {
  const services = await startServices({ port: 0, now })
  onTestFinished(() => services.close())
  const service = findService(module_name)
  if (!service) throw new Error(`There is no service ${module_name}.`)
  const address = `${services.origin}/${module_name}`
  const settings = {
    SITE_ORIGIN: 'https://switchyard.example',
    SUPPORT_URL: 'https://switchyard.example/support',
    TRUSTED_ORIGINS: [services.origin],
  }
  return {
    services,
    service,
    address,
    guarded: guardedOutcome({ settings, fetch }),
    /** Presses a button of the double's page. */
    happen: async (slug: string, fields: Record<string, string> = {}) => {
      const body = new URLSearchParams(fields)
      const answer = await fetch(`${address}/control/${slug}`, { method: 'POST', body, redirect: 'manual' })
      if (answer.status !== 302) throw new Error(await answer.text())
    },
  }
}
