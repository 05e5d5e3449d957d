import type { Plugin } from 'vite'

/**
 * Development: what is not a file of Vite's goes to the Workers. Vite would take `/accounts/routes` for the source
 * `users/accounts/routes.ts`, and serve it at an address of the product.
 */
export function productAddresses(): Plugin {
  return {
    name: 'product-addresses',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        // Vite serves nothing at "/", and the Workers' middleware goes by `originalUrl`.
        if (isProductAddress(request.method ?? 'GET', request.url ?? '/')) request.url = '/'
        next()
      })
    },
  }
}

/** Vite's own addresses begin with @ or __, and it imports every other file by its full name. */
function isProductAddress(method: string, url: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return true
  const [pathname = '/'] = url.split('?')
  return !/^\/(?:@|__|node_modules\/)/.test(pathname) && !/\.\w+$/.test(pathname)
}
