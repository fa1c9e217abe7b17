// Title, question and first charts of the linked lesson as plain images (scripts/page_previews.py), while the program loads.
(() => {
  const boot = window.spillwayBoot;
  const preview = document.getElementById('preview');

  function link() {
    try {
      return decodeURI(location.hash.slice(1));
    } catch (broken) {
      return '';
    }
  }
  /// True if an earlier visit left something: without a link, the program then opens what was open before.
  function hasEarlierWork() {
    try {
      return Object.keys(localStorage).some((key) => key.startsWith('spillway'));
    } catch (forbidden) {
      return false;
    }
  }
  async function fetched(address) {
    const reply = await fetch(address, {priority: 'high'});
    if (!reply.ok) throw new Error(reply.status);
    return new Response(reply.body.pipeThrough(new DecompressionStream('gzip'))).json();
  }
  function imageOf(svg) {
    const image = new Image();
    image.alt = '';  // the lesson as text follows with the program
    image.src = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
    return image;
  }
  async function show(address, hasCharts) {
    const {title, question, charts} = await fetched(address);
    if (document.documentElement.dataset.state === 'ready') return;
    preview.querySelector('h1').textContent = title;
    preview.querySelector('p').textContent = question;
    const images = hasCharts ? charts.map(imageOf) : [];
    preview.querySelector('div').replaceChildren(...images);
    await Promise.all(images.map((image) => image.decode()));
    preview.hidden = false;
    performance.mark('spillway-first-preview');
  }

  const [, linked, ...settings] = link().split('/');
  const name = linked || (hasEarlierWork() ? '' : boot.files.begins);
  const address = boot.files.previews[name];
  if (!address || !window.DecompressionStream) return;
  // A link with settings shows other charts than the first view.
  show(address, settings.length === 0).catch(() => {});  // the program follows, and says what fails
})();
