/** A separate file because the content security policy forbids inline styles. */
export const DOCS_STYLE_PATH = '/docs/style.css'

export const DOCS_STYLE = `
:root { color-scheme: light dark; --ink: #14201f; --soft: #5a6b69; --line: #dbe4e2; --paper: #fff; --panel: #f4f8f7; --teal: #0b6e6e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eeec; --soft: #9db0ad; --line: #2b3a38; --paper: #101716; --panel: #172120; --teal: #5cc2bd; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr); color: var(--ink); background: var(--paper); font: 1rem/1.55 Inter, system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 2rem 1.25rem; border-right: 1px solid var(--line); background: var(--panel); }
.mark { margin: 0 0 1.5rem; font-weight: 700; }
nav span, h3 span { color: var(--soft); font-weight: 400; font-size: 0.85em; }
nav ul { list-style: none; margin: 0 0 1.5rem; padding: 0; }
nav li a { display: flex; justify-content: space-between; padding: 0.3rem 0; }
a { color: var(--teal); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--teal); outline-offset: 2px; }
main { max-width: 60rem; padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem; }
h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em; }
h2 { margin: 3rem 0 0.75rem; font-size: 1.25rem; }
h3 { margin: 1.25rem 0 0.4rem; font-size: 0.95rem; }
.lead { color: var(--soft); max-width: 44rem; }
details { border: 1px solid var(--line); border-radius: 0.5rem; margin: 0.5rem 0; padding: 0 1rem; }
details[open] { padding-bottom: 1rem; }
details:target { border-color: var(--teal); }
summary { cursor: pointer; padding: 0.7rem 0; overflow-wrap: anywhere; }
.says { color: var(--soft); display: block; margin-left: 4.6rem; font-size: 0.9rem; }
.method { display: inline-block; min-width: 4.2rem; font: 700 0.78rem/1 ui-monospace, monospace; color: var(--teal); }
.method.patch, .method.put { color: #a86a00; }
.method.delete { color: #c0392b; }
@media (prefers-color-scheme: dark) { .method.patch, .method.put { color: #e8b04b; } .method.delete { color: #f08a7e; } }
code, pre { font-family: ui-monospace, "Cascadia Code", Menlo, monospace; font-size: 0.86em; }
pre { margin: 0; padding: 0.8rem 1rem; background: var(--panel); border-radius: 0.4rem; overflow: auto; max-height: 28rem; }
table { width: 100%; border-collapse: collapse; margin: 0.75rem 0; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.who { color: var(--soft); margin: 0 0 0.5rem; font-size: 0.9rem; }
.refusal { margin: 0.4rem 0 0; font-size: 0.9rem; }
@media (max-width: 48rem) { body { display: block; } nav { position: static; height: auto; border: 0; } }
`
