import type { ProgramStep } from '../../../../worker/system/runner-api/program.ts'
import type { DoubleScene } from '../testing/double-scene.fixture.ts'

export const BOT = { id: '700100200', token: '700100200:AAFdoubleOfTelegram_0123456789abcdefg' }

function reply(message: string): ProgramStep<'action'> {
  const fields = { chat: '{{ChatId}}', message, silent: 'no' }
  return { id: 1, kind: 'action', module_name: 'telegram', slug: 'send_message', fields, account_id: 'con_double' }
}

type TelegramApplet = { trigger: string; fields: Record<string, string>; actions: ProgramStep<'action'>[] }

/** Answers each message to the bot with its text. */
export const ECHO: TelegramApplet = {
  trigger: 'new_message',
  fields: { chat: '' },
  actions: [reply('You said: {{Text}}')],
}

/** Answers the command /lights with its arguments. */
export const LIGHTS: TelegramApplet = {
  trigger: 'command',
  fields: { command: 'lights', chat: '' },
  actions: [reply('Lights: {{Arguments}}')],
}

/** Connects the bot, enables these Applets, and lets their webhook be set. */
export async function enableApplets(scene: DoubleScene, ...applets: TelegramApplet[]): Promise<void> {
  await scene.connect({ token: BOT.token })
  scene.sync(applets.map((applet, index) => scene.program(index + 1, applet)))
  await scene.pass(1000)
}

/** Ada writes to the bot. */
export async function say(scene: DoubleScene, text: string): Promise<void> {
  await scene.press(`${BOT.id}/say`, { text })
}

/** A method of the bot, called by nobody's Applet. */
export async function callMethod(scene: DoubleScene, method: string, parameters: object = {}) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(parameters)
  const answer = await fetch(`${scene.address}/bot${BOT.token}/${method}`, { method: 'POST', headers, body })
  const { result } = (await answer.json()) as { result: Record<string, unknown> }
  return result
}

/** Where Telegram sends what comes to the bot; empty for nowhere. */
export async function webhookUrl(scene: DoubleScene): Promise<string> {
  return String((await callMethod(scene, 'getWebhookInfo'))['url'])
}

/** Reads the settings that the product sent when it last set the webhook. */
export function webhookSettings({ exchanges }: DoubleScene): { url: string; secret_token: string } {
  const set = exchanges.findLast(({ address }) => address.endsWith('/setWebhook'))
  return JSON.parse(set?.body ?? '')
}
