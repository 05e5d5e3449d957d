import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailJob } from '../../../worker/contract/jobs/jobs.ts'
import type { CloudflareAccount } from '../account/cloudflare-api.ts'
import type { DeployedConfig } from '../config/deployed-config.ts'
import { ok, open, type Finding } from './finding.ts'

const PAUSE = 500

/**
 * Has the deployed Worker mail the first of OPERATORS, by its queue, and waits up to `patience` ms until Cloudflare has
 * taken the mail, which shows that MAIL_FROM may send. Whether it arrives, only its reader knows.
 */
export async function sendTestMail(
  account: CloudflareAccount,
  { worker }: DeployedConfig,
  patience = 60_000,
): Promise<Finding> {
  const { OPERATORS = '', MAIL_FROM, PRODUCT_NAME } = worker.vars ?? {}
  const [operator = ''] = String(OPERATORS).split(',')
  const database = worker.d1_databases?.find(({ binding }) => binding === 'DB')?.database_id
  const queue = await findQueue(account, worker.queues?.producers?.[0]?.queue)
  if (database === undefined || queue === undefined)
    return open('no test mail: D1 and the queue are not there', 'npm run deploy')
  const read = async <Row>(sql: string, ...params: string[]) =>
    (await account.post<{ results: Row[] }[]>(`d1/database/${database}/query`, { sql, params }))[0]?.results[0]
  const user = await read<{ email: string }>('select email from users where id = ?', operator.trim())
  if (!user) return open('no test mail: OPERATORS names no user', 'npm run operate -- add-operator EMAIL --remote')
  const words = `This mail was sent by npm run doctor. Mails of ${PRODUCT_NAME} go out.`
  const mail: MailJob = {
    kind: 'mail',
    id: `test_${randomUUID()}`,
    template: 'test',
    user_id: operator.trim(),
    to: user.email,
    subject: `${PRODUCT_NAME}: a test`,
    text: words,
    html: `<p>${words}</p>`,
  }
  await account.post(`queues/${queue}/messages`, { body: mail, content_type: 'json' })
  for (const end = Date.now() + patience; Date.now() < end; await sleep(Math.min(PAUSE, patience)))
    if (await read('select id from messages_sent where id = ?', mail.id))
      return ok(`Cloudflare took a test mail to ${user.email}`)
  return open(
    `Cloudflare did not take a test mail from ${MAIL_FROM} to ${user.email}`,
    'let its domain send: dashboard, Email › Email Sending; why: npm run wrangler -- tail',
  )
}

async function findQueue(account: CloudflareAccount, name: string | undefined): Promise<string | undefined> {
  const queues = await account.list<{ queue_id: string; queue_name: string }>('queues')
  return queues.find(({ queue_name }) => queue_name === name)?.queue_id
}
