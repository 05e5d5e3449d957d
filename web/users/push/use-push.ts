import { useEffect, useReducer, useRef } from 'react'
import { api } from '../../browser/api/api-calls.ts'
import { allowNotifications, pushHere, subscribeHere, unsubscribeHere } from '../../browser/device/push-subscription.ts'
import { after } from '../../browser/time/timers.ts'
import { sentenceOf } from '../../ui/form/form-problem.ts'
import { CHECKING, PATIENCE, pushReducer, UNREACHABLE, type PushEvent } from './push-flow.ts'

/** Notifications in this browser: their state, and turning them on and off. */
export function usePush() {
  const [state, send] = useReducer(pushReducer, CHECKING)
  const publicKey = useRef<string | null>(null)
  const here = useRef('')

  useEffect(() => {
    void attempt(async () => {
      const browser = await pushHere()
      if (browser.kind !== 'able') return { type: 'found', state: browser.kind }
      const { public_key, endpoints } = await api.pushSubscriptions()
      if (!public_key) return { type: 'found', state: 'not_offered' }
      publicKey.current = public_key
      here.current = browser.endpoint ?? ''
      return { type: 'found', state: endpoints.includes(here.current) ? 'on' : 'off' }
    }).then(send)
  }, [])

  async function turnOn() {
    send({ type: 'onPressed' })
    const permission = await allowNotifications()
    if (permission !== 'granted') return send({ type: 'refused', permission })
    send({ type: 'allowed' })
    const stop = after(PATIENCE, () => send({ type: 'elapsed' }))
    const outcome = await attempt(async () => {
      const key = publicKey.current ?? (await api.pushSubscriptions()).public_key
      if (!key) return { type: 'failed', message: UNREACHABLE }
      const made = await subscribeHere(key).catch(() => null)
      if (!made) return { type: 'failed', message: UNREACHABLE }
      await api.savePushSubscription(made)
      here.current = made.endpoint
      return { type: 'subscribed' }
    })
    stop()
    send(outcome)
  }

  async function turnOff() {
    send({ type: 'offPressed' })
    send(
      await attempt(async () => {
        await api.removePushSubscription(here.current)
        await unsubscribeHere()
        return { type: 'left' }
      }),
    )
  }

  async function test() {
    send({ type: 'testPressed' })
    send(await attempt(async () => ({ type: 'tested', ...(await api.sendTestNotification()) })))
  }

  return { state, turnOn, turnOff, test }
}

async function attempt(work: () => Promise<PushEvent>): Promise<PushEvent> {
  try {
    return await work()
  } catch (error) {
    return { type: 'failed', message: sentenceOf(error) }
  }
}
