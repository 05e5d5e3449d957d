import type { PushSubscriptionInput } from '../../../worker/contract/push/push-input.ts'
import { trustedScriptUrl } from '../document/trusted-types.ts'

/** Whether this browser supports push, the user has blocked it, or it has a subscription. */
type PushHere = { kind: 'unsupported' } | { kind: 'blocked' } | { kind: 'able'; endpoint: string | null }

export async function pushHere(): Promise<PushHere> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return { kind: 'unsupported' }
  if (Notification.permission === 'denied') return { kind: 'blocked' }
  return { kind: 'able', endpoint: (await currentSubscription())?.endpoint ?? null }
}

/** Asks the user for permission; call it from a click handler. */
export async function allowNotifications(): Promise<NotificationPermission> {
  return Notification.requestPermission()
}

/** Subscribes this browser at its push service. Rejects, or never resolves, if the service cannot be reached. */
export async function subscribeHere(publicKey: string): Promise<PushSubscriptionInput> {
  const registration = await navigator.serviceWorker.register(trustedScriptUrl('/service-worker.js'))
  await navigator.serviceWorker.ready
  const old = await registration.pushManager.getSubscription()
  // A subscription made with an older key of ours would always be refused.
  if (old && keyOf(old) !== publicKey) await old.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = made.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

export async function unsubscribeHere(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The subscription's server key in base64url, as our server writes it. */
function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer())))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
