import { onTestFinished } from 'vitest'
import { startServices, type Services, type ServicesOptions } from './start-services.ts'

/** The stand-ins of services, until the test ends. */
export async function runningServices(options: Partial<ServicesOptions> = {}): Promise<Services> {
  const services = await startServices({ port: 0, ...options })
  onTestFinished(() => services.close())
  return services
}
