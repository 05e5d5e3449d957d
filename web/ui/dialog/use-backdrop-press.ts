import { useRef, type MouseEvent } from 'react'

/**
 * For the area around a dialog: only a press that begins and ends on it closes; selecting text out of the panel does
 * not.
 */
export function useBackdropPress(onClose: () => void) {
  const pressed = useRef(false)
  return {
    onPointerDown(event: MouseEvent) {
      pressed.current = event.target === event.currentTarget
    },
    onClick(event: MouseEvent) {
      if (pressed.current && event.target === event.currentTarget) onClose()
    },
  }
}
