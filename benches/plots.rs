//! Draws the tables of `docs/performance.md` as plots: `plots DOCUMENT DIRECTORY`.
#![forbid(unsafe_code)]

use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

const SIZE: (u32, u32) = (760, 440);
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x1f, 0x77, 0xb4),
    RGBColor(0xd6, 0x27, 0x28),
    RGBColor(0x2c, 0xa0, 0x2c),
    RGBColor(0x94, 0x67, 0xbd),
    RGBColor(0xff, 0x7f, 0x0e),
    RGBColor(0x55, 0x55, 0x55),
];

/// A line of a plot: its name and its points.
type Line = (String, Vec<(f64, f64)>);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [document, directory] = arguments.as_slice() else {
        return Err("usage: plots DOCUMENT DIRECTORY".into());
    };
    let (document, directory) = (std::fs::read_to_string(document)?, Path::new(directory));
    let (curve, scaling) = (Table::of(&document, "curve")?, Table::of(&document, "scaling")?);
    plot(
        &directory.join("curve.svg"),
        ["One bucket: how many times faster a call is", "items", "times faster than upstream"],
        &curve_lines(&curve)?,
    )?;
    plot(
        &directory.join("devices.svg"),
        ["Three replicas in clusters of many sizes", "devices", "ns of a mapping"],
        &scaling_lines(&scaling, "devices", |row| row[1] == "3")?,
    )?;
    plot(
        &directory.join("replicas.svg"),
        ["A cluster of 10,000 devices", "replicas", "ns of a mapping"],
        &scaling_lines(&scaling, "replicas", |row| row[0] == "10000")?,
    )
}

/// A table of the document.
struct Table<'d> {
    head: Vec<&'d str>,
    rows: Vec<Vec<&'d str>>,
}

impl<'d> Table<'d> {
    /// The one between the comments of this name.
    fn of(document: &'d str, name: &str) -> Result<Self, Box<dyn Error>> {
        let between = |(_, rest): (&str, &'d str)| rest.split_once(&format!("<!-- /{name} -->"));
        let part = document.split_once(&format!("<!-- {name} -->")).and_then(between);
        let (part, _) = part.ok_or_else(|| format!("the document has no table {name}"))?;
        let mut rows = part
            .lines()
            .filter(|line| line.starts_with("| ") && !line.starts_with("| ---"))
            .map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
        let head = rows.next().ok_or_else(|| format!("the table {name} is empty"))?;
        Ok(Self { head, rows: rows.collect() })
    }

    fn column(&self, name: &str) -> Result<usize, String> {
        self.head
            .iter()
            .position(|column| *column == name)
            .ok_or_else(|| format!("there is no column {name}"))
    }

    /// The points of two columns in the rows that are wanted.
    fn points(
        &self,
        [x, y]: [&str; 2],
        wanted: impl Fn(&[&str]) -> bool,
    ) -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
        let [x, y] = [self.column(x)?, self.column(y)?];
        let number = |row: &[&str], column: usize| -> Result<f64, Box<dyn Error>> {
            Ok(row.get(column).ok_or("a short row")?.parse::<f64>()?)
        };
        let rows = self.rows.iter().filter(|row| wanted(row));
        let mut points = rows
            .map(|row| Ok((number(row, x)?, number(row, y)?)))
            .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        points.dedup_by(|one, other| one.0 == other.0);
        Ok(points)
    }
}

fn curve_lines(table: &Table<'_>) -> Result<Vec<Line>, Box<dyn Error>> {
    ["straw2", "straw2-mixed", "straw", "list", "tree", "uniform"]
        .into_iter()
        .map(|curve| Ok((curve.to_owned(), table.points(["size", "ratio"], |row| row[0] == curve)?)))
        .collect()
}

fn scaling_lines(
    table: &Table<'_>,
    x: &str,
    wanted: impl Fn(&[&str]) -> bool,
) -> Result<Vec<Line>, Box<dyn Error>> {
    ["upstream", "call", "batch", "two threads", "two processes"]
        .into_iter()
        .map(|column| Ok((column.to_owned(), table.points([x, column], &wanted)?)))
        .collect()
}

/// Draws lines over two logarithmic axes.
fn plot(path: &Path, [title, x, y]: [&str; 3], lines: &[Line]) -> Result<(), Box<dyn Error>> {
    let points = || lines.iter().flat_map(|(_, points)| points);
    let range = |values: &mut dyn Iterator<Item = f64>, slack: f64| {
        let (least, most) =
            values.fold((f64::INFINITY, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
        least / slack..most * slack
    };
    let (xs, ys) =
        (range(&mut points().map(|point| point.0), 1.0), range(&mut points().map(|point| point.1), 1.25));
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .margin_right(32)
        .x_label_area_size(42)
        .y_label_area_size(62)
        .build_cartesian_2d(xs.log_scale(), ys.log_scale())?;
    let number = |value: &f64| if *value < 1.0 { format!("{value:.1}") } else { format!("{value:.0}") };
    chart
        .configure_mesh()
        .x_desc(x)
        .y_desc(y)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .light_line_style(WHITE)
        .draw()?;
    for ((name, points), colour) in lines.iter().zip(COLOURS) {
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
            .label(name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()?;
    Ok(())
}
