import type { JsonSchema } from '@valibot/to-json-schema'
import { curlOf, KEY_EXAMPLES } from '#contract/keys.ts'
import { DOCS_STYLE_PATH } from './docs-style.ts'
import type { OpenApiDocument, Operation, Parameter } from './openapi-document.ts'

/** The API reference as one page without scripts. Sections use `<details>`, so the browser's search opens them. */
export function docsPage(document: OpenApiDocument, origin = 'https://your-server'): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const names = [...new Set(calls.map(({ operation }) => operation.tags[0]))]
  const subjects = names.map((name) => [name, calls.filter(({ operation }) => operation.tags[0] === name)] as const)
  const shapes = Object.entries(document.components.schemas)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Roundsman API</title>
<link rel="stylesheet" href="/api${DOCS_STYLE_PATH}">
</head>
<body>
<nav aria-label="Contents">
<p class="mark">Roundsman <span>API ${marked(document.info.version)}</span></p>
<ul><li><a href="#keys">API keys</a></li>${subjects.map(([subject, { length }]) => `<li><a href="#${idOf(subject)}">${marked(subject)} <span>${length}</span></a></li>`).join('')}<li><a href="#shapes">Shapes <span>${shapes.length}</span></a></li></ul>
<p><a href="/api/openapi.json">openapi.json</a></p>
</nav>
<main>
<h1>The API</h1>
<p class="lead">${inCode(document.info.description)} Every path stands under <code>/api</code>.</p>
<section id="keys"><h2>API keys</h2><p>Managers make keys under More, Developer API. ${inCode(KEY_HELP)}</p>${KEY_EXAMPLES.map(({ scope, path }) => `<h3><code>${scope}</code></h3><pre tabindex="0">${marked(curlOf(origin, path))}</pre>`).join('')}</section>
${subjects.map(([subject, list]) => `<section id="${idOf(subject)}"><h2>${marked(subject)}</h2>${list.map(callSection).join('')}</section>`).join('\n')}
<section id="shapes"><h2>Shapes</h2>${shapes.map(([name, schema]) => `<details id="shape-${marked(name)}"><summary><code>${marked(name)}</code></summary>${schemaBlock(schema)}</details>`).join('')}</section>
</main>
</body>
</html>
`
}

const KEY_HELP =
  'A key does what its scopes allow, in the company of its maker alone, at most 600 times a minute. A call that it may not make answers 403 and names the scope that it lacks. Send an `Idempotency-Key` with each write, so that a repeated one counts once.'

const callSection = ({ path, method, operation }: { path: string; method: string; operation: Operation }) => `
<details id="${marked(operation.operationId)}" class="call">
<summary><span class="method ${marked(method)}">${marked(method.toUpperCase())}</span> <code>${marked(path)}</code> <span class="says">${marked(operation.summary)}</span></summary>
<p class="who">${whoMay(operation)}</p>
${parameterTable(operation.parameters)}
${contents('Body', operation.requestBody?.content)}
${Object.entries(operation.responses)
  .map(([status, { description, content }]) =>
    status < '300'
      ? contents(`Answer ${status}`, content)
      : `<p class="refusal"><b>${marked(status)}</b> ${description
          .split(', ')
          .map((code) => `<code>${marked(code)}</code>`)
          .join(' ')}</p>`,
  )
  .join('\n')}
</details>`

const whoMay = ({ security }: Operation) => {
  const [scheme] = security
  if (scheme === undefined) return 'Needs no sign-in.'
  if ('basic' in scheme) return 'HTTP Basic with the public client <code>web:web</code>.'
  const [scope] = security.flatMap(({ apiKey = [] }) => apiKey)
  return scope ? `Bearer token, or an API key with the scope <code>${marked(scope)}</code>.` : 'Bearer token.'
}

const parameterTable = (parameters: readonly Parameter[]) =>
  parameters.length === 0
    ? ''
    : `<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Shape</th></tr></thead><tbody>${parameters
        .map(
          ({ name, in: place, required, schema, description }) =>
            `<tr><td><code>${marked(name)}</code>${required ? ' <b>required</b>' : ''}</td><td>${place}</td><td><code>${marked(inOneLine(schema))}</code>${description ? `<br>${marked(description)}` : ''}</td></tr>`,
        )
        .join('')}</tbody></table>`

const contents = (title: string, content: Record<string, { schema: JsonSchema }> = {}) =>
  Object.entries(content)
    .map(([type, { schema }]) => `<h3>${marked(title)} <span>${marked(type)}</span></h3>${schemaBlock(schema)}`)
    .join('')

const inOneLine = (schema: JsonSchema) => JSON.stringify(schema)

/** A JSON Schema as text in which named schemas are links. */
const schemaBlock = (schema: JsonSchema) =>
  `<pre tabindex="0">${marked(JSON.stringify(schema, null, 2)).replaceAll(/#\/components\/schemas\/(\w+)/g, '<a href="#shape-$1">$1</a>')}</pre>`

const inCode = (text: string) => marked(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
const idOf = (subject: string) => subject.toLowerCase().replaceAll(/\W+/g, '-')
const marked = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
