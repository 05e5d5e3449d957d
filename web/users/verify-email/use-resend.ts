import { useRef, useState } from 'react'
import { api } from '../../browser/api/api-calls.ts'
import { sentenceOf } from '../../ui/form/form-problem.ts'

export type ResendState = { kind: 'idle' | 'sending' | 'sent' } | { kind: 'refused'; message: string }

/** Requests another verification mail; ignores a second press while one is being sent. */
export function useResend() {
  const [state, setState] = useState<ResendState>({ kind: 'idle' })
  const sending = useRef(false)
  async function resend() {
    if (sending.current) return
    sending.current = true
    setState({ kind: 'sending' })
    try {
      await api.resendVerification()
      setState({ kind: 'sent' })
    } catch (error) {
      setState({ kind: 'refused', message: sentenceOf(error) })
    }
    sending.current = false
  }
  return { state, resend }
}
