import type { PushState } from './push-flow.ts'

/** Says whether notifications work in this browser, or what stands in their way and what to do. */
export function explanation({ kind }: PushState): string {
  switch (kind) {
    case 'checking':
      return 'Checking this browser…'
    case 'unsupported':
      return 'This browser cannot show notifications here.'
    case 'not_offered':
      return 'Notifications are not available yet.'
    case 'blocked':
      return "You have blocked notifications for this site. Allow them in your browser's settings, then reload this page."
    case 'asking':
      return 'Answer your browser to allow notifications.'
    case 'off':
    case 'subscribing':
      return 'Get Applet notifications here, even with no page open.'
    default:
      return 'Applet notifications are on, even with no page open.'
  }
}
