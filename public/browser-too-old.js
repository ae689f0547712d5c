// Only a browser without modules runs this, and such a browser cannot run the app: it says so where the page would stay white.
document.getElementById('root').textContent = 'This browser is too old for Roundsman. Please update it, or use another one.'
