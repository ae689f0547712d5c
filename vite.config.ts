import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './src/app/manifest.ts'
import { routes } from './src/routes.ts'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string }
const absent = fileURLToPath(new URL('./src/app/absent.ts', import.meta.url))

/** What few moments need, with its libraries: printing, maps, reading codes from pictures, charts, calendars, and listening. */
const SELDOM =
  /\/(documents|src\/components\/map|src\/data\/(slot-sheet|sticker-sheet|paper-fonts)|node_modules\/(maplibre-gl|supercluster|kdbush|topojson-client|jspdf|jspdf-autotable|fast-png|pako|fflate|qr|recharts|@mantine\/(charts|dates)|dayjs|d3-[a-z]+|internmap|victory-vendor|@reduxjs|redux|redux-thunk|react-redux|reselect|immer|es-toolkit|decimal\.js-light|eventemitter3|tiny-invariant|eventsource-client|eventsource-parser))\b/

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const TABLE = /\/(src\/ui\/table\/Table\.tsx|node_modules\/@tanstack\/(react-table|table-core)\/.*)$/
const withTable = new Map<string, boolean>()

/** Whether a module is React Table, or imports it directly or through others. */
function needsTable(id: string, graph: Graph): boolean {
  const known = withTable.get(id)
  if (known !== undefined) return known
  withTable.set(id, false)
  const needs = TABLE.test(id) || [...(graph.getModuleInfo(id)?.importedIds ?? [])].some((other) => needsTable(other, graph))
  withTable.set(id, needs)
  return needs
}

/** The user guide, which no start needs, is a file of its own. */
const GUIDE = 'guide.json'

/** One file of messages a language, put together from the features' files: a screen asks once, and the worker keeps it. */
function messages(): Plugin {
  const folder = fileURLToPath(new URL('./src/locales', import.meta.url))
  const read = (language: string, file: string): unknown => JSON.parse(readFileSync(`${folder}/${language}/${file}`, 'utf8'))
  const bundle = (language: string) =>
    JSON.stringify(
      Object.fromEntries(
        readdirSync(`${folder}/${language}`)
          .filter((file) => file.endsWith('.json') && file !== GUIDE)
          .map((file) => [file.replace('.json', ''), read(language, file)]),
      ),
    )
  const guide = (language: string) => JSON.stringify(read(language, GUIDE))
  return {
    name: 'messages',
    configureServer(server) {
      server.middlewares.use('/locales', (request, response, next) => {
        const [, part, language] = /^\/(guide-)?([a-z]{2})\.json/.exec(request.url ?? '') ?? []
        if (!language) return next()
        response.setHeader('content-type', 'application/json')
        response.end(part ? guide(language) : bundle(language))
      })
    },
    generateBundle() {
      for (const language of readdirSync(folder)) {
        this.emitFile({ type: 'asset', fileName: `locales/${language}.json`, source: bundle(language) })
        this.emitFile({ type: 'asset', fileName: `locales/guide-${language}.json`, source: guide(language) })
      }
    },
  }
}

/**
 * Says of the scripts that every start needs that all of them is called: a browser that knows the word (V8 since 136) compiles them on
 * another core while they are read, and not function by function when the page waits for each.
 */
function calledOnLoad(): Plugin {
  return {
    name: 'called-on-load',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && /^(index|app)$/.test(part.name)) part.code = `//# allFunctionsCalledOnLoad\n${part.code}`
      },
    },
  }
}

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      virtualRouteConfig: routes,
      routesDirectory: './src',
      generatedRouteTree: './src/routeTree.gen.ts',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component']],
        // A first visit shows it next.
        splitBehavior: ({ routeId }) => (routeId === '/login' ? [] : undefined),
      },
      quoteStyle: 'single',
      disableLogging: true,
    }),
    react(),
    messages(),
    calledOnLoad(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      outDir: 'dist/app',
      injectRegister: false,
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,mjs,css,html,svg,woff2,ttf,json,webmanifest}', 'icons/*.png'],
        // Fetched when a person first needs it, and kept then.
        globIgnores: [
          'fonts/paper-japanese-*',
          'locales/*',
          'map/*',
          'assets/FleetMap*',
          'assets/RoundsMap*',
          'assets/maps-*',
          'assets/maplibre*',
          'screens/*',
          'api-reference/*',
          '**/*.map',
        ],
        maximumFileSizeToCacheInBytes: 3 * 1024 * 1024,
      },
      devOptions: { enabled: false },
    }),
  ],
  define: {
    __APP_VERSION__: JSON.stringify(version),
    __LANGUAGES__: JSON.stringify(readdirSync(fileURLToPath(new URL('./src/locales', import.meta.url)))),
  },
  resolve: { alias: { html2canvas: absent, dompurify: absent, canvg: absent } },
  build: {
    outDir: 'dist/app',
    sourcemap: false,
    target: 'es2022',
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Every file costs a phone a look into its cache: a start needs three, one of them the screen's own.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 2 },
            // No first screen needs React Table, except those that are a table.
            {
              debugName: 'table',
              name: (id, graph) => (needsTable(id, graph) ? 'table' : null),
              minShareCount: 2,
              priority: 1.5,
              includeDependenciesRecursively: false,
            },
            // Two screens draw maps.
            {
              name: 'maps',
              test: /\/(src\/components\/map|node_modules\/(maplibre-gl|topojson-client))\//,
              priority: 1,
              // Or what maps and other screens use would be fetched with the maps.
              includeDependenciesRecursively: false,
            },
            { debugName: 'app', name: (id, graph) => (/\/src\/app\//.test(id) && !needsTable(id, graph) ? 'app' : null), priority: 1 },
            { name: 'app', minShareCount: 2, test: (id) => !SELDOM.test(id), priority: 1 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:8080' } },
})
