import { FILE_PICKED_CHANNEL, type FilePicked } from '../../../worker/contract/connections/file-picker.ts'

/** Tells the page that opened this tab for a file, and closes the tab: browsers allow it only where a page opened it. */
export function handOver(picked: FilePicked): void {
  const channel = new BroadcastChannel(FILE_PICKED_CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has our origin alone
  channel.postMessage(picked)
  channel.close()
  if (picked.ticket !== '') window.close()
}

/** Listens for files that were picked in other tabs. Returns how to stop. */
export function onFilePicked(listener: (picked: FilePicked) => void): () => void {
  const channel = new BroadcastChannel(FILE_PICKED_CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<FilePicked>) => listener(data))
  return () => channel.close()
}
