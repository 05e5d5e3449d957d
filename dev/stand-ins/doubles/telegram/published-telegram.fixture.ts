import { publishedType } from '../published/published-types.ts'
import { telegramMethod } from '../published/telegram-methods.ts'
import type { Exchange } from '../testing/open-double.fixture.ts'

const nothing = (value: unknown) => (Object.keys(Object(value)).length === 0 ? [] : ['takes no parameters'])
const done = (value: unknown) => (value === true ? [] : ['is not true'])

/** The parameters of each method that we call, and the type of its result. */
const METHODS = {
  getMe: { takes: nothing, answers: publishedType('TelegramUser') },
  getWebhookInfo: { takes: nothing, answers: publishedType('TelegramWebhookInfo') },
  setWebhook: { takes: telegramMethod('setWebhook'), answers: done },
  deleteWebhook: { takes: telegramMethod('deleteWebhook'), answers: done },
  sendMessage: { takes: telegramMethod('sendMessage'), answers: publishedType('TelegramMessage') },
  sendPhoto: { takes: telegramMethod('sendPhoto'), answers: publishedType('TelegramMessage') },
}
const publishedError = publishedType('TelegramError')

/** Lists what of an exchange is not as Telegram publishes it. A fault that leads elsewhere is none of its answers. */
export function telegramProblems({ address, body, status, answer }: Exchange): string[] {
  const called = new URL(address).pathname.split('/').at(-1) ?? ''
  const [name] = Object.keys(METHODS).filter((each): each is keyof typeof METHODS => each === called)
  if (!name) return [`${called} is not a method that we call`]
  const { takes, answers } = METHODS[name]
  const sent = takes(JSON.parse(body))
  if (status === 302) return sent
  const read: unknown = JSON.parse(answer)
  if (status >= 400) return [...sent, ...publishedError(read)]
  const { ok, result, ...rest } = Object(read)
  const isRight = ok === true && Object.keys(rest).length === 0
  return [...sent, ...(isRight ? answers(result) : [`${called} does not answer a result`])]
}
