import { expect, onTestFinished, test } from 'vitest'
import { startCloudflare, TOKEN } from '../../stand-ins/cloudflare/start-cloudflare.ts'
import { openAccount } from '../account/cloudflare-api.ts'
import { deployedFixture } from '../account/deployed.fixture.ts'
import { sendTestMail } from './send-test-mail.ts'

const TABLES = `create table users (id text, email text); create table messages_sent (id text);
  insert into users values ('usr_olga', 'olga@example.com')`

/** A deployed product with one operator. `takes`: whether its Worker gets the mail out. */
async function mailing({ takes = true, operators = 'usr_olga' } = {}) {
  const cloudflare = await startCloudflare()
  onTestFinished(cloudflare.close)
  const account = await openAccount({ CLOUDFLARE_API_BASE_URL: cloudflare.base, CLOUDFLARE_API_TOKEN: TOKEN })
  const { uuid } = await account.post<{ uuid: string }>('d1/database', { name: 'switchyard' })
  await account.post(`d1/database/${uuid}/query`, { sql: TABLES })
  await account.post('queues', { queue_name: 'switchyard-jobs' })
  const { config } = deployedFixture()
  const { worker } = config
  const deployed = {
    ...config,
    worker: {
      ...worker,
      vars: { ...worker.vars, OPERATORS: operators },
      d1_databases: worker.d1_databases?.map((each) => ({ ...each, database_id: uuid })),
    },
  }
  const messages = () => [...cloudflare.account.queues.values()].flatMap((queue) => queue.messages)
  const delivering = setInterval(() => {
    const sql = cloudflare.account.databases.get(uuid)?.sql
    if (takes)
      for (const { body } of messages()) sql?.prepare('insert into messages_sent values (?)').run(String(body['id']))
  }, 20)
  onTestFinished(() => clearInterval(delivering))
  return { messages, finding: await sendTestMail(account, deployed, 1000) }
}

test('sends the operator a mail and says that Cloudflare took it', async () => {
  const { finding, messages } = await mailing()
  expect(finding).toEqual({ state: 'ok', what: 'Cloudflare took a test mail to olga@example.com' })
  const body = { kind: 'mail', to: 'olga@example.com', user_id: 'usr_olga' }
  expect(messages()).toMatchObject([{ body, content_type: 'json' }])
})

test('a mail that does not go out is open', async () => {
  const { finding } = await mailing({ takes: false })
  expect(finding).toMatchObject({ state: 'open', what: expect.stringContaining('did not take a test mail from') })
})

test('without an operator, says how to name one', async () => {
  const { finding, messages } = await mailing({ operators: '' })
  expect(finding).toMatchObject({ state: 'open', mend: expect.stringContaining('add-operator') })
  expect(messages()).toEqual([])
})
