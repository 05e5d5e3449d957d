/** Shows what is pushed to this browser while no page is open, and opens what it is about. */

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icons/app/192.png', data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(new URL(event.notification.data?.url ?? '/', self.location.origin)))
})

/** A tab that has it open comes to the front; else there is a new one. Never another site. */
async function show(address) {
  const target = address.origin === self.location.origin ? address.href : '/'
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = tabs.find(({ url }) => url === target)
  return open ? open.focus() : self.clients.openWindow(target)
}
