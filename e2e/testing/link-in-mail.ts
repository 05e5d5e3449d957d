import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { expect } from './journey.ts'

/** The first link to this path in the mails to this address. Mails go through the queue, so this polls. */
export async function linkInMail(site: Stack, to: string, path: string): Promise<string> {
  const find = () =>
    site.standIns.outbox
      .mails()
      .filter((mail) => mail.to === to)
      .flatMap((mail) => mail.text.match(/https?:\/\/\S+/g) ?? [])
      .find((link) => link.includes(path))
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  return find() ?? ''
}
