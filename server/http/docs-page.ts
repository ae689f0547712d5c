/** The API reference: swagger-ui renders `/api/openapi.json`. Its files are copied into the built app. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Roundsman API</title>
<link rel="stylesheet" href="/api-reference/swagger-ui.css">
<script defer src="/api-reference/swagger-ui-bundle.js"></script>
<script defer src="/api-reference/show.js"></script>
</head>
<body>
<div id="reference"></div>
<noscript><a href="/api/openapi.json">openapi.json</a></noscript>
</body>
</html>
`
