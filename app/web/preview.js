// Words of the linked lesson's first step (scripts/page_previews.py), shown while the program loads.
(() => {
  const boot = window.spillwayBoot;
  const preview = document.getElementById('preview');

  /// Lesson in the page's address; empty if there is none.
  function linked() {
    try {
      return decodeURI(location.hash.slice(1)).split('/')[1] || '';
    } catch (broken) {
      return '';
    }
  }
  /// True if an earlier visit saved something: without a link, the program then opens the experiment of that visit.
  function hasEarlierWork() {
    try {
      return Object.keys(localStorage).some((key) => key.startsWith('spillway'));
    } catch (forbidden) {
      return false;
    }
  }
  function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  }
  async function show(address) {
    const reply = await fetch(address, {priority: 'high'});
    if (!reply.ok) return;  // the program loads next, and reports failures
    const {title, question, blocks} = await reply.json();
    if (document.documentElement.dataset.state === 'ready') return;
    const words = blocks.map(([name, text]) => element(name, text));
    preview.replaceChildren(element('h1', title), element('h2', question), ...words);
    preview.hidden = false;
    performance.mark('spillway-first-preview');
  }

  const name = linked() || (hasEarlierWork() ? '' : boot.files.begins);
  if (Object.hasOwn(boot.files.previews, name)) show(boot.files.previews[name]).catch(() => {});
})();
