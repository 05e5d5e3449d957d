import type { Published } from '../published/held-to.ts'
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

/** Telegram's methods: what each takes and answers. */
export const publishedTelegram: Published = {
  requestProblems: ({ path, body }) => {
    const method = methodAt(path)
    return method ? method.takes(body === '' ? {} : JSON.parse(body)) : [`${path} is not a method that we call`]
  },
  answerProblems: ({ path }, { status, body }) => {
    const read: unknown = JSON.parse(body)
    if (status >= 400) return publishedError(read)
    const { ok, result, ...rest } = Object(read)
    const isRight = ok === true && Object.keys(rest).length === 0
    return isRight ? (methodAt(path)?.answers(result) ?? []) : [`${path} does not answer a result`]
  },
}

function methodAt(path: string) {
  const called = path.split('/').at(-1) ?? ''
  const [name] = Object.keys(METHODS).filter((each): each is keyof typeof METHODS => each === called)
  return name && METHODS[name]
}

/** Lists what of an exchange is not as Telegram publishes it. A fault that leads elsewhere is none of its answers. */
export function telegramProblems({ method, address, body, status, answer }: Exchange): string[] {
  const call = { method, path: new URL(address).pathname, query: {}, body }
  const sent = publishedTelegram.requestProblems(call)
  if (status === 302) return sent
  return [...sent, ...publishedTelegram.answerProblems(call, { status, body: answer })]
}
