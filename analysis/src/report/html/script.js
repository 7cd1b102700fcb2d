// Paper has no folds: everything is open while printing.
let closed = [];
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('details:not([open])')];
  closed.forEach(part => part.open = true);
});
addEventListener('afterprint', () => closed.forEach(part => part.open = false));
