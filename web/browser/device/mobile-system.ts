import type { MobileSystem } from '../../../worker/contract/messages/app-link.ts'

/** The phone's or tablet's system; null on other devices. An iPad calls itself a Mac, but no Mac has a touch screen. */
export function mobileSystemOf(userAgent: string, touchPoints: number): MobileSystem | null {
  if (/Android/.test(userAgent)) return 'android'
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  return /Macintosh/.test(userAgent) && touchPoints > 1 ? 'ios' : null
}

export function mobileSystem(): MobileSystem | null {
  return mobileSystemOf(navigator.userAgent, navigator.maxTouchPoints)
}
