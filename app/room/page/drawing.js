// A chart's frame, and curves in it, as SVG. Points are pairs [x, y] in the axis's units.

const xmlns = "http://www.w3.org/2000/svg";
const margin = {left: 62, right: 16, top: 14, bottom: 50};

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(xmlns, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export class Chart {
  constructor(axis, width, height, className) {
    this.axis = axis;
    this.width = width;
    this.height = height;
    this.svg = element("svg", {viewBox: `0 0 ${width} ${height}`, class: className, role: "img"});
    const {left, top} = margin;
    this.inner = {width: width - left - margin.right, height: height - top - margin.bottom};
    this.svg.append(element("rect", {class: "frame", x: left, y: top, width: this.inner.width, height: this.inner.height}));
    const short = (number) => Number(number.toPrecision(3)).toLocaleString("en-US");
    const text = (x, y, anchor, words) =>
      this.svg.append(element("text", {class: "axis", x, y, "text-anchor": anchor}, words));
    text(left - 6, top + 14, "end", short(axis.most));
    text(left - 6, top + this.inner.height, "end", short(axis.least));
    text(left, height - 28, "start", short(axis.first));
    text(width - margin.right, height - 28, "end", short(axis.last));
    text(left + this.inner.width / 2, height - 8, "middle", axis.label);
    text(left + 6, top + 18, "start", axis.unit);
  }

  shareOf(x) {
    const {first, last, logarithmic} = this.axis;
    return logarithmic ? Math.log(x / first) / Math.log(last / first) : (x - first) / (last - first);
  }

  xAt(share) {
    const {first, last, logarithmic} = this.axis;
    return logarithmic ? first * Math.pow(last / first, share) : first + (last - first) * share;
  }

  place([x, y]) {
    const {least, most} = this.axis;
    const height = Math.min(1, Math.max(0, (y - least) / (most - least)));
    return [margin.left + this.shareOf(x) * this.inner.width, margin.top + (1 - height) * this.inner.height];
  }

  // The share along the x axis and the y value under a pointer.
  under(event) {
    const box = this.svg.getBoundingClientRect();
    const x = (event.clientX - box.left) * this.width / box.width;
    const y = (event.clientY - box.top) * this.height / box.height;
    const clamp = (value) => Math.min(1, Math.max(0, value));
    const up = clamp(1 - (y - margin.top) / this.inner.height);
    return {share: clamp((x - margin.left) / this.inner.width), y: this.axis.least + up * (this.axis.most - this.axis.least)};
  }

  path(points) {
    return points.map((point, i) => (i ? "L" : "M") + this.place(point).map((value) => value.toFixed(1)).join(" ")).join("");
  }

  line(points, className, parent = this.svg) {
    if (points.length > 1) parent.append(element("path", {class: className, d: this.path(points)}));
  }

  band(points, parent = this.svg) {
    if (points.length < 2) return;
    const low = points.map(([x, y]) => [x, y]), high = points.map(([x, , , y]) => [x, y]).reverse();
    parent.append(element("path", {class: "band", d: this.path([...low, ...high]) + "Z"}));
    this.line(points.map(([x, , y]) => [x, y]), "middle", parent);
  }
}
